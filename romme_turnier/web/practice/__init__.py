"""Problems to practise with: new ones every day, the same for everybody."""
