import { shortSubnet } from '../../../components/shortSubnet.ts'
import { useNodeNames } from '../useNodeNames.ts'

/** Shows a banned address or range, after the name of its node if the app knows it. */
export function BannedAddress({ address }: { readonly address: string }) {
  const name = useNodeNames().ofBan(address)
  return (
    <span title={address}>
      {name === undefined ? null : <span className="mr-2 font-medium text-13">{name}</span>}
      <span className="font-mono text-12">{shortSubnet(address)}</span>
    </span>
  )
}
