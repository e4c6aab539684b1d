/**
 * addressBook: where other nodes may be found.
 *
 * Purpose: remember addresses so that nobody who sends us many can make us forget the others or connect to him only.
 * Non-goals: connecting, DNS, deciding how many connections there are (connections).
 * Invariants: two tables, 1024 buckets for addresses that we were told of and 256 for those that answered, 64 places each,
 * so never more than 81,920 addresses. A secret key decides the buckets: all that one group of sources tells reaches 64 of
 * the 1024, all addresses of one group reach 8 of the 256, and one address has at most 8 places. A place that is taken is
 * given up only by an address that looks dead or has other places. Only routable addresses are kept.
 * Thread: the node's. Everything is synchronous but `saveAddressBook`.
 */
export { type AddressBookDeps, createAddressBook } from './addressBook.ts'
export { loadAddressBook, saveAddressBook } from './file.ts'
export type * from './types.ts'
