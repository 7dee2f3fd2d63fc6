compare short.csv --key '[host][ts]' -S workload.trace.types.bytes=long --no-plots
