/** Returns names of other nodes: the other one of the sandbox, and nodes that were added by a host name. */
import { coversLoopback } from '../../components/allPeersBanned.ts'
import { useNameLookup } from '../../components/people/names.ts'
import { personName } from '../../components/people/PersonMark.tsx'
import { otherPerson, usePerson } from '../../components/people/persons.ts'
import { shortSubnet } from '../../components/shortSubnet.ts'
import { t } from '../../i18n/texts.ts'
import { useRpc } from '../../node/queries.ts'
import { visibleString } from '../../ui/visibleText.ts'

/** Returns the host of `host:port` without brackets. */
const getHost = (text: string) => text.replace(/:\d{1,5}$/, '').replace(/^\[(.*)\]$/, '$1')

export interface NodeNames {
  /**
   * @returns the name of the node at `host:port`, or undefined if the app knows no name; can be called during rendering
   */
  ofPeer(address: string): string | undefined
  /** @returns the name of the node in a banned address or range */
  ofBan(subnet: string): string | undefined
  /** @returns the name of the node in a banned range, or undefined also if the node was added by its address */
  ownOfBan(subnet: string): string | undefined
}

export function useNodeNames(): NodeNames {
  const { person, paired } = usePerson()
  const findName = useNameLookup()
  const { data: added = [] } = useRpc('listaddednodes', {})
  const findAdded = (isThere: (place: string) => boolean) => {
    const found = added.find(
      ({ kept, node, addresses }) => kept && [node, ...addresses.map(({ address }) => address)].some(isThere),
    )
    return found && getHost(found.node)
  }
  const ofBan = (subnet: string) => {
    if (person !== undefined && paired && coversLoopback(subnet)) {
      return t('frame:person.node', { name: personName(otherPerson(person)) })
    }
    const banned = shortSubnet(subnet)
    const host = findAdded((place) => getHost(place) === banned)
    if (host === undefined) return undefined
    return host === banned ? t('network:bans.addedNode') : visibleString(host, 80)
  }
  return {
    ofPeer(address) {
      const known = findName(address)
      if (known?.kind === 'other') return t('frame:person.node', { name: known.name })
      const host = findAdded((place) => place === address)
      if (host === undefined) return undefined
      return host === getHost(address) ? t('network:bans.addedNode') : visibleString(host, 80)
    },
    ofBan,
    ownOfBan(subnet) {
      const name = ofBan(subnet)
      return name === t('network:bans.addedNode') ? undefined : name
    },
  }
}
