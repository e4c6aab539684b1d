/**
 * bans: ranges of addresses that may not connect, on disk.
 *
 * Purpose: subnets as text and as masks; the list that survives a restart and forgets what has expired.
 * Non-goals: scores (peer), ending connections (listeners of `onChange`).
 * Invariants: changes by `add`, `remove` and `clear` are on disk when they return; memory and table hold the same entries;
 * expired ones are never visible; there are at most 50,000 (`add` says which one is replaced), and looking up an address costs one
 * lookup plus one for each different mask.
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
