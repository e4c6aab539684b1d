import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { useRpc } from '../../node/queries.ts'
import { GoOnMining } from '../../parts/mining/GoOnMining.tsx'
import { MinerMark } from '../../parts/mining/MinerMark.tsx'
import { type MinerStatus, minerReason } from '../../parts/mining/minerWords.ts'
import { Button } from '../../ui/Button.tsx'
import { cn } from '../../ui/cn.ts'
import { AloneButton } from './AloneButton.tsx'

/** What keeps the miner from its work, or what ended it, and what helps. Nothing where it does what it was told. */
export function MinerState() {
  const { data: miner } = useRpc('getminerstatus', {})
  const here = useRef<HTMLDivElement>(null)
  const told = miner && storyOf(miner, () => here.current?.focus())
  return (
    <div ref={here} role="status" tabIndex={-1} className="outline-none empty:-mt-4">
      {miner && told ? (
        <div
          className={cn(
            'flex min-h-12 items-center gap-4 rounded-lg border px-4 py-2',
            miner.state === 'off' && miner.interrupted ? 'bg-raised' : 'border-warn/35 bg-warn-soft',
          )}
        >
          {told.mark ? <MinerMark state={miner.state} className="shrink-0 font-medium" /> : null}
          <p className="min-w-0 flex-1 break-words">{told.text}</p>
          {told.action}
        </div>
      ) : null}
    </div>
  )
}

function storyOf(miner: MinerStatus, onAnswer: () => void) {
  const { state, detail, reward, alone, interrupted } = miner
  if (reward.to === 'nobody' && state !== 'mining') return { mark: false, text: NOBODY, action: undefined }
  if (interrupted) {
    return { mark: false, text: minerReason(miner), action: <GoOnMining miner={miner} onAnswer={onAnswer} /> }
  }
  if (state === 'mining' || (state === 'off' && detail === '')) return undefined
  const text = minerReason(miner)
  if (state === 'paused') return { mark: true, text, action: undefined }
  const noPeer = state === 'waiting' && !alone && detail.includes('-testnode')
  if (noPeer) return { mark: true, text: NO_PEER, action: <AloneButton miner={miner} /> }
  if (/keypool/i.test(detail)) return { mark: true, text: LOCKED, action: <ToKeys /> }
  return { mark: true, text, action: detail.includes('-mineraddress') ? <ToKeys /> : undefined }
}

const NOBODY =
  'A reward would have nobody to go to: this node runs without a wallet. Start it with one, or with -mineraddress and an address to pay.'
const NO_PEER =
  'No other node is connected, and this one was not told to mine alone. That keeps you from mining a branch of your own; only a new chain’s first blocks need it.'

const LOCKED =
  'The wallet is locked and has no key left that a reward could go to. Unlock it once: it makes new ones, and mining goes on by itself.'

function ToKeys() {
  return (
    <Button asChild size="sm">
      <Link to="/wallet" search={{ tab: 'keys' }}>
        Look at the keys
      </Link>
    </Button>
  )
}
