"""The headers that the files of a project make a server send: which, with which value, and for which paths."""
