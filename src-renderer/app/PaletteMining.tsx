import { Pickaxe, TrendingUp } from 'lucide-react'
import { useRpc, useRpcMutation } from '../node/queries.ts'
import { describeError } from '../parts/describeError.ts'
import { useMinerSwitch } from '../parts/mining/useMinerSwitch.ts'
import { plural } from '../ui/format.ts'
import { toast } from '../ui/toasts.ts'
import { Item } from './PaletteItem.tsx'

export interface MiningItemsProps {
  /** closes the palette, then acts */
  run(action: () => void): () => void
}

/** What the palette can do about blocks: what that is depends on the kind of chain. */
export function MiningItems({ run }: MiningItemsProps) {
  const { data: status } = useRpc('getnodestatus', {})
  if (!status) return null
  return status.network === 'regtest' ? <Regtest automatic={status.automaticMining} run={run} /> : <Own run={run} />
}

function Own({ run }: MiningItemsProps) {
  const { data: miner } = useRpc('getminerstatus', {})
  const { turn } = useMinerSwitch()
  if (!miner) return null
  const label = miner.generate ? 'Stop mining' : 'Start mining'
  return (
    <Item
      value={`${label} miner on off`}
      icon={<Pickaxe aria-hidden />}
      onSelect={run(() => turn(!miner.generate, miner))}
    >
      {label}
    </Item>
  )
}

function Regtest({ automatic, run }: MiningItemsProps & { readonly automatic: boolean }) {
  const mine = useRpcMutation('generate')
  const setAutomatic = useRpcMutation('setautomine')
  const onError = (error: unknown) => toast({ tone: 'bad', title: describeError(error).title })
  const onSuccess = (hashes: readonly string[]) =>
    toast({ tone: 'ok', title: `Mined ${plural(hashes.length, 'block')}` })
  return (
    <>
      <Item
        value="mine a block generate"
        icon={<Pickaxe aria-hidden />}
        onSelect={run(() => mine.mutate({ numblocks: 1 }, { onSuccess, onError }))}
      >
        Mine a block
      </Item>
      <Item
        value="automatic mining on off automine"
        icon={<TrendingUp aria-hidden />}
        onSelect={run(() => setAutomatic.mutate({ enabled: !automatic }, { onError }))}
      >
        Turn automatic mining {automatic ? 'off' : 'on'}
      </Item>
    </>
  )
}
