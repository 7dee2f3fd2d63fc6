explain --key 'long bucket = timestamp % numBuckets; [bucket][timestamp][hostname][log-event]' --field timestamp:long=1364248490 --field hostname=web1 --field log_event=login -S params.numBuckets=16
