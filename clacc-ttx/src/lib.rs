//! OpenACC nodes to OpenMP nodes, mapping policies and source rewriting, for clacc.
