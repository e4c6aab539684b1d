import { useRouter } from '@tanstack/react-router'
import { ArrowDownLeft, ArrowUpRight, KeyRound, Lock, LockOpen } from 'lucide-react'
import { useRpc } from '../node/queries.ts'
import { useUnlock } from '../parts/unlock/unlock.ts'
import { useLock } from '../parts/unlock/useLock.ts'
import { Item } from './PaletteItem.tsx'

export interface WalletItemsProps {
  /** closes the palette, then acts */
  run(action: () => void): () => void
}

/** What the palette can do with the wallet. */
export function WalletItems({ run }: WalletItemsProps) {
  const router = useRouter()
  const { data: status } = useRpc('getwalletstatus', {})
  const ask = useUnlock((state) => state.ask)
  const lock = useLock()
  const show = (tab: 'send' | 'receive' | 'keys') => run(() => void router.navigate({ to: '/wallet', search: { tab } }))
  return (
    <>
      <Item value="send coins pay transfer" icon={<ArrowUpRight aria-hidden />} onSelect={show('send')}>
        Send coins
      </Item>
      <Item value="receive coins new address qr" icon={<ArrowDownLeft aria-hidden />} onSelect={show('receive')}>
        Receive coins
      </Item>
      <Item value="keys recovery phrase backup restore encrypt" icon={<KeyRound aria-hidden />} onSelect={show('keys')}>
        Keys, backup and recovery phrase
      </Item>
      {status?.encrypted ? (
        <Item
          value="lock unlock the wallet passphrase"
          icon={status.locked ? <LockOpen aria-hidden /> : <Lock aria-hidden />}
          onSelect={run(() => (status.locked ? void ask('use your keys') : lock.mutate()))}
        >
          {status.locked ? 'Unlock the wallet' : 'Lock the wallet'}
        </Item>
      ) : null}
    </>
  )
}
