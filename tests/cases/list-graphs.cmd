list graphs
