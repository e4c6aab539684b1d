import { t } from '../../i18n/texts.ts'
import { visibleString } from '../../ui/visibleText.ts'
import { useKnownName } from './names.ts'

/** Address of a peer, after its name if it is the node of the sandbox's other wallet. */
export function PeerAddress({ address, max = 80 }: { readonly address: string; readonly max?: number }) {
  const known = useKnownName(address)
  const name = known?.kind === 'other' ? t('frame:person.node', { name: known.name }) : undefined
  return (
    <span title={visibleString(address, 200)}>
      {name === undefined ? null : <span className="mr-2 font-medium font-sans text-13">{name}</span>}
      <span className="font-mono text-12">{visibleString(address, max)}</span>
    </span>
  )
}
