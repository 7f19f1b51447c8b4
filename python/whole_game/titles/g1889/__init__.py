"""1889: auctions, stock rounds and the end."""
