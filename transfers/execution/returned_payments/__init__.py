"""Take back payments that an operator has given back after it had confirmed them."""
