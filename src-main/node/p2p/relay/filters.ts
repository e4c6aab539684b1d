import type { Peer } from '../peer/index.ts'
import { MESSAGE_SCORES } from '../scores.ts'
import { BloomFilter, type Incoming, MAX_FILTER_ITEM } from '../wire/index.ts'
import type { Announcer } from './announcer.ts'

export type FilterMessage = Extract<Incoming, { type: 'filterload' | 'filteradd' | 'filterclear' }>

/** Sets, extends or clears the filter of a peer (BIP37). @param offered value of `-peerbloomfilters` */
export function handleFilterMessage(
  peer: Peer,
  own: Announcer | undefined,
  message: FilterMessage,
  offered: boolean,
): undefined {
  const fault = own && applyFilter(own, message, offered)
  if (fault !== undefined) peer.misbehaving(MESSAGE_SCORES.bloomAbuse.points, fault)
}

/** Applies the message. Returns its fault, if any. */
function applyFilter(own: Announcer, message: FilterMessage, offered: boolean): string | undefined {
  if (message.type === 'filterclear') own.setFilter(undefined)
  else if (!offered) return 'bloom filter without NODE_BLOOM'
  else if (message.type === 'filterload') {
    const loaded = new BloomFilter(message)
    if (!loaded.withinLimits) return 'oversized bloom filter'
    own.setFilter(loaded)
  } else {
    if (own.filter === undefined || message.data.length > MAX_FILTER_ITEM) return 'bad filteradd'
    own.filter.insert(message.data)
  }
  return undefined
}
