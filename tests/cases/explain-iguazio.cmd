explain --key '<sharding>_{xxHash(<sorting>) % 64}.<sorting>' --field sharding=16 --field sorting=20180602 --slices
