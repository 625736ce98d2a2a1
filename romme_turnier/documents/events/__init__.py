"""The announcement, and the closing report."""
