/**
 * bans: ranges of addresses that may not connect, stored on disk.
 *
 * Purpose: subnets as text and as masks; the ban list, which survives a restart and drops expired entries. Non-goals:
 * scores (peer), ending connections (listeners of `onChange`). Invariants: Changes by `add`, `remove` and `clear` are
 * on disk when they return. Memory and table have the same entries, and expired entries are never visible. There are at
 * most 50,000 (`add` says which entry is replaced). Checking an address takes one lookup plus one per distinct mask.
 * Thread: the node's.
 */
export { BanList, type BanListDeps } from './banList.ts'
export {
  formatSubnet,
  isSingleAddress,
  parseSubnet,
  sameSubnet,
  singleAddress,
  subnetContains,
  subnetSize,
} from './subnet.ts'
export type * from './types.ts'
