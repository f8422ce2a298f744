"""What a host is at one moment, and questions about it: values that change nothing."""
