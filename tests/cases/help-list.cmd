help list
