/**
 * bans: ranges of addresses that may not connect, on disk.
 *
 * Purpose: subnets as text and as masks; the list that survives a restart and forgets what has expired.
 * Non-goals: scores (peer), ending connections (whoever listens to `onChange`).
 * Invariants: what `add`, `remove` and `clear` did is on the disk when they return; memory and table hold the same entries;
 * nobody ever sees an expired one; there are at most 50,000 (`add` says what gives way), and looking an address up costs one
 * look plus one comparison for each range.
 * Thread: the node's.
 */
export { type BanListDeps, createBanList } from './banList.ts'
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
