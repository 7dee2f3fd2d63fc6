plot nothing
