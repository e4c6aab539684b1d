/** URL search of the network pages. */
export interface PeersSearch {
  readonly q?: string
  readonly sort?: string
  readonly show?: 'added'
  /** connection whose details are open */
  readonly peer?: number
  readonly act?: 'add'
}

export interface BansSearch {
  readonly q?: string
  readonly sort?: string
  /** address or range that the form starts with */
  readonly ban?: string
}

const SORT = /^-?[a-z]{1,16}$/
const SUBNET = /^[0-9a-fA-F:./]{1,90}$/

const readText = (value: unknown) => (typeof value === 'string' && value !== '' ? value.slice(0, 80) : undefined)

export function readPeersSearch(search: Record<string, unknown>): PeersSearch {
  const { q, sort, show, peer, act } = search
  return {
    ...(readText(q) ? { q: readText(q) as string } : {}),
    ...(typeof sort === 'string' && SORT.test(sort) ? { sort } : {}),
    ...(show === 'added' ? { show } : {}),
    ...(typeof peer === 'number' && Number.isSafeInteger(peer) && peer >= 0 ? { peer } : {}),
    ...(act === 'add' ? { act } : {}),
  }
}

export function readBansSearch(search: Record<string, unknown>): BansSearch {
  const { q, sort, ban } = search
  return {
    ...(readText(q) ? { q: readText(q) as string } : {}),
    ...(typeof sort === 'string' && SORT.test(sort) ? { sort } : {}),
    ...(typeof ban === 'string' && SUBNET.test(ban) ? { ban } : {}),
  }
}
