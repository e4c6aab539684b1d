import { visibleString } from '../../ui/visibleText.ts'
import { useNodeNames } from './useNodeNames.ts'

export interface NodeAddressProps {
  /** `host:port` */
  readonly address: string
  readonly max?: number
}

/** Shows the address of a node, after its name if the app knows it. */
export function NodeAddress({ address, max = 80 }: NodeAddressProps) {
  const name = useNodeNames().ofPeer(address)
  const shown = visibleString(address, max)
  return (
    <span title={visibleString(address, 200)}>
      {name === undefined || shown.startsWith(name) ? null : (
        <span className="mr-2 font-medium font-sans text-13">{name}</span>
      )}
      <span className="font-mono text-12">{shown}</span>
    </span>
  )
}
