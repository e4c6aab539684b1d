/**
 * addrman: the address manager, which knows where other nodes may be found.
 *
 * Purpose: keep addresses of nodes in such a way that one peer, however many it sends, can neither push out the others nor
 * make us connect only to its own (eclipse attack). The same scheme as CAddrMan of Bitcoin Core.
 * Non-goals: connecting, DNS, deciding how many connections there are (connections).
 * Invariants: two tables, "new" with 1024 buckets for addresses we were sent and "tried" with 256 for those that answered,
 * 64 positions each, so never more than 81,920 addresses. A secret key decides the bucket: the addresses sent by one group of
 * sources reach 64 of the 1024, the addresses within one group reach 8 of the 256, and one address has at most 8 positions. An
 * occupied position is taken over only from an address that is terrible or has other positions. Only routable addresses are kept.
 * Thread: the node's. Everything is synchronous but `saveAddrMan`.
 */
export { AddrMan, type AddrManDeps } from './addrMan.ts'
export { loadAddrMan, saveAddrMan } from './file.ts'
export type * from './types.ts'
