"""Write the messages that tell a bank which transfers to make."""
