"""What the agent said and remembered at a decision."""
