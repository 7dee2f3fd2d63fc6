list balancers
