package main

import "slices"

// mutations are all that are tested, in the order of the table.
var mutations = slices.Concat(clientMutations, writeMutations, fileMutations, serviceMutations, hostMutations, consoleMutations)
