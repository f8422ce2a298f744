"""What a host keeps on disk: the store and the files of records."""
