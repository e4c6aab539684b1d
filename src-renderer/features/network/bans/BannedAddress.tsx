import { coversLoopback } from '../../../components/everybodyBanned.ts'
import { personName } from '../../../components/people/PersonMark.tsx'
import { otherPerson, usePerson } from '../../../components/people/persons.ts'
import { shortSubnet } from '../../../components/shortSubnet.ts'
import { t } from '../../../i18n/texts.ts'
import { useRpc } from '../../../node/queries.ts'
import { visibleString } from '../../../ui/visibleText.ts'

/** Returns the host of `host:port` without brackets. */
const getHost = (text: string) => text.replace(/:\d{1,5}$/, '').replace(/^\[(.*)\]$/, '$1')

/** Returns the name of a banned node that the app knows: the other user's in the sandbox, or one that was added. */
function useBannedName(address: string): string | undefined {
  const { person, paired } = usePerson()
  const added = useRpc('listaddednodes', {})
  if (person !== undefined && paired && coversLoopback(address)) {
    return t('frame:person.node', { name: personName(otherPerson(person)) })
  }
  const banned = shortSubnet(address)
  const found = added.data?.find(
    ({ kept, node, addresses }) =>
      kept && [node, ...addresses.map((each) => each.address)].map(getHost).includes(banned),
  )
  if (found === undefined) return undefined
  const host = getHost(found.node)
  return host === banned ? t('network:bans.addedNode') : visibleString(host, 80)
}

/** Banned address or range, after the name of the node there if the app knows it. */
export function BannedAddress({ address }: { readonly address: string }) {
  const name = useBannedName(address)
  return (
    <span title={address}>
      {name === undefined ? null : <span className="mr-2 font-medium text-13">{name}</span>}
      <span className="font-mono text-12">{shortSubnet(address)}</span>
    </span>
  )
}
