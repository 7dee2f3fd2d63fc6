list scenarios
