#ifndef DOMAIN_TEMPLATE_CLAUSE_H
#define DOMAIN_TEMPLATE_CLAUSE_H
#include "domain/domain.h"

/* Some loop of the model has choices or borders that clauses can tell of. */
bool clauses_matter(struct terms *, const struct cut_model *);

#endif
