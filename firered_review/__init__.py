"""The reviewer application: label, reconcile, adjudicate and score blinded trials."""
