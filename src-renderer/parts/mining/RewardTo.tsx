import { ChainLink } from '../links/ChainLink.tsx'
import type { MinerStatus } from './minerWords.ts'

/** Who gets what is mined here. */
export function RewardTo({ reward }: { readonly reward: MinerStatus['reward'] }) {
  const { to, address, mine } = reward
  if (to === 'nobody') return <span className="text-warn">nobody yet</span>
  if (to === 'wallet') return 'this wallet, a new address each time'
  return (
    <>
      {address === null ? null : <ChainLink to={{ kind: 'address', id: address }} label="address" head={6} tail={6} />}
      <span className="block text-12 text-muted">
        {to === 'identity' ? 'your token key' : 'as -mineraddress says'}
        {mine ? '' : ', not of this wallet'}
      </span>
    </>
  )
}
