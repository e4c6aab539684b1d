import { Link } from '@tanstack/react-router'
import { Flame, Send } from 'lucide-react'
import { useState } from 'react'
import { CallSource, shownCall } from '../../components/CallSource.tsx'
import { RpcErrorState } from '../../components/RpcErrorState.tsx'
import { TokenMark } from '../../components/TokenMark.tsx'
import { t } from '../../i18n/texts.ts'
import { useRpc } from '../../node/queries.ts'
import { progressSteps } from '../../tasks/progress.ts'
import type { TransactionTask } from '../../tasks/tasks.ts'
import { useTaskProgress } from '../../tasks/useTask.ts'
import { Button } from '../../ui/Button.tsx'
import { Drawer } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Hash } from '../../ui/Hash.tsx'
import { SafeText } from '../../ui/SafeText.tsx'
import { SkeletonLines } from '../../ui/Skeleton.tsx'
import { StepList } from '../../ui/StepList.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { whyNotMove } from './draft.ts'
import { contractSentences } from './errors.ts'
import { History } from './History.tsx'
import { Holders, SHOWN_HOLDERS } from './Holders.tsx'
import { MoveDialog } from './move/MoveDialog.tsx'
import { TokenDetails } from './TokenDetails.tsx'
import type { ListedToken, TokenInfo } from './useTokens.ts'

export interface TokenDrawerProps {
  readonly tokenid: string
  /** what the list knows of it, with pending changes; undefined for a link to a token that is not loaded */
  readonly row: ListedToken | undefined
  readonly act: 'transfer' | 'burn' | undefined
  onAct(act: 'transfer' | 'burn' | undefined): void
  onClose(): void
}

export function TokenDrawer({ tokenid, row, act, onAct, onClose }: TokenDrawerProps) {
  const info = useRpc('tokeninfo', { tokenid }, { keepPrevious: false })
  const balance = useRpc('tokenbalance', { tokenid }, { keepPrevious: false })
  const token = info.data?.result === 'success' ? info.data : undefined
  const known = balance.data?.result === 'success' ? balance.data.balance : undefined
  const units = row?.pending ? row.mybalance : (known ?? row?.mybalance)
  const unspent = useConfirmedUnits(tokenid, units === 0n)
  // Of a move that this window knows nothing of, the chain still has the units at the wallet's key.
  const moving = row?.pending !== undefined || (units === 0n && unspent > 0n)
  const name = token?.name ?? row?.name
  const nft = (token?.data ?? row?.data) !== undefined
  return (
    <Drawer
      open
      onClose={onClose}
      title={<DrawerTitle tokenid={tokenid} name={name} nft={nft} />}
      subtitle={<Hash value={tokenid} label={t('tokens:tokenId')} head={14} tail={14} />}
      actions={
        <>
          <CallSource calls={callsOf(tokenid)} />
          <Button asChild size="sm" variant="ghost">
            <Link to="/tokens/$tokenid" params={{ tokenid }}>
              {t('tokens:drawer.page')}
            </Link>
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {row?.pending ? <Pending task={row.pending} /> : null}
        {token ? (
          <>
            <MoveButtons token={token} units={units} moving={moving} onAct={onAct} />
            <TokenDetails tokenid={tokenid} token={token} units={units} height={row?.height} />
            <Movements tokenid={tokenid} supply={token.supply} />
            {act && units !== undefined ? (
              <MoveDialog kind={act} token={token} units={units} onClose={() => onAct(undefined)} />
            ) : null}
          </>
        ) : info.error ? (
          <RpcErrorState error={info.error} compact onRetry={() => void info.refetch()} />
        ) : info.data?.result === 'error' ? (
          <UnknownToken error={info.data.error} row={row} units={units} />
        ) : (
          <SkeletonLines lines={10} />
        )}
      </div>
    </Drawer>
  )
}

/** Units that the token key holds in blocks; 0 where it is none of the largest holders, or nobody wants to know. */
function useConfirmedUnits(tokenid: string, enabled: boolean): bigint {
  const { data: info } = useRpc('getinfo', {})
  const holders = useRpc('tokenholders', { tokenid, limit: SHOWN_HOLDERS }, { keepPrevious: false, enabled })
  if (holders.data?.result !== 'success' || info?.pubkey === undefined) return 0n
  return holders.data.rows.find(({ pubkey }) => pubkey === info.pubkey)?.balance ?? 0n
}

const callsOf = (tokenid: string) => [
  shownCall('tokeninfo', { tokenid }),
  shownCall('tokenbalance', { tokenid }),
  shownCall('tokenholders', { tokenid }),
  shownCall('tokenhistory', { tokenid }),
]

function DrawerTitle(props: { readonly tokenid: string; readonly name: string | undefined; readonly nft: boolean }) {
  const { tokenid, name, nft } = props
  return (
    <span className="flex items-start gap-2.5 [&>:first-child:not(:only-child)]:mt-0.5">
      {name === undefined ? null : <TokenMark tokenid={tokenid} name={name} nft={nft} />}
      <span className="min-w-0">{name === undefined ? t('tokens:token') : <SafeText text={name} max={40} />}</span>
    </span>
  )
}

interface UnknownTokenProps extends Pick<TokenDrawerProps, 'row'> {
  readonly error: string
  readonly units: bigint | undefined
}

/** The node does not know the token: it waits for its block, or does not exist. */
function UnknownToken({ error, row, units }: UnknownTokenProps) {
  if (row?.pending) return <TokenDetails tokenid={row.tokenid} token={row} units={units} height={undefined} />
  const story = contractSentences(error)
  return <ErrorState compact title={story.title} advice={story.advice} details={story.details} />
}

function Pending({ task }: { readonly task: TransactionTask }) {
  const progress = useTaskProgress(task)
  return (
    <section aria-label={t('tokens:drawer.pending')} className="flex flex-col gap-2 rounded-md border bg-surface p-3">
      <p className="font-medium">{task.title}</p>
      <StepList
        label={t('tokens:drawer.progress', { title: task.title })}
        steps={progressSteps(progress)}
        working
        compact
      />
    </section>
  )
}

interface MoveButtonsProps {
  readonly token: TokenInfo
  readonly units: bigint | undefined
  readonly moving: boolean
  onAct(act: 'transfer' | 'burn'): void
}

function MoveButtons({ token, units, moving, onAct }: MoveButtonsProps) {
  const why = whyNotMove(token.data, units, moving)
  return (
    <div className="flex flex-col gap-2">
      <div className="flex gap-2">
        <Button
          variant="primary"
          disabled={why !== undefined}
          icon={<Send aria-hidden className="size-4" />}
          onClick={() => onAct('transfer')}
        >
          {t('tokens:move.send')}
        </Button>
        <Button
          disabled={why !== undefined}
          icon={<Flame aria-hidden className="size-4" />}
          onClick={() => onAct('burn')}
        >
          {t('tokens:move.burn')}
        </Button>
      </div>
      {why ? <p className="text-12 text-muted">{why}</p> : null}
    </div>
  )
}

function Movements({ tokenid, supply }: { readonly tokenid: string; readonly supply: bigint }) {
  const [tab, setTab] = useState<'holders' | 'history'>('holders')
  return (
    <Tabs
      label={t('tokens:drawer.tabs')}
      value={tab}
      onChange={setTab}
      tabs={[
        { id: 'holders', label: t('tokens:drawer.holders'), content: <Holders tokenid={tokenid} supply={supply} /> },
        { id: 'history', label: t('tokens:drawer.history'), content: <History tokenid={tokenid} /> },
      ]}
    />
  )
}
