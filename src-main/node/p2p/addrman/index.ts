/**
 * addrman: the address manager, which stores addresses of other nodes.
 *
 * Purpose: store addresses so that a peer that sends many can neither evict the others nor make the node connect only
 * to its own (eclipse attack). The scheme is that of CAddrMan in Bitcoin Core. Non-goals: connecting, DNS, the number
 * of connections (connections). Invariants: Two tables with 64 positions per bucket: "new" with 1024 buckets for
 * received addresses, "tried" with 256 for addresses that answered. So there are at most 81,920 addresses. A secret key
 * selects the bucket. The addresses sent by one group of sources reach 64 of the 1024 new buckets, the addresses within
 * one group reach 8 of the 256 tried buckets, and one address has at most 8 positions. An occupied position is replaced
 * only if its address is terrible or has other positions. Only routable addresses are stored. Thread: the node's.
 * Everything is synchronous except `saveAddrMan`.
 */
export { AddrMan, type AddrManDeps } from './addrMan.ts'
export { loadAddrMan, saveAddrMan } from './file.ts'
export type * from './types.ts'
