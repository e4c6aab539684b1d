import { Blocks, Clock, Layers, Server, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ListedChain } from '#shared/chains/index.ts'
import { ChainMark } from '../components/ChainMark.tsx'
import { BlockLink } from '../components/links/BlockLink.tsx'
import { StateMark } from '../components/StateMark.tsx'
import { useWalletProblem } from '../features/chains/useWalletProblem.ts'
import { formatWalletProblem } from '../features/chains/walletProblem.ts'
import { startText } from '../i18n/nodeText.ts'
import { t } from '../i18n/texts.ts'
import { isFirstOfAll } from '../node/chainState.ts'
import { useConnection } from '../node/context.tsx'
import { useRpc } from '../node/queries.ts'
import { useChainState } from '../node/useChainState.ts'
import { TaskTray } from '../tasks/TaskTray.tsx'
import { Age } from '../ui/Age.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { cn } from '../ui/cn.ts'
import { useDisplayStyle } from '../ui/displayStyle.ts'
import { formatBytes } from '../ui/format.ts'
import { optionNames } from '../ui/optionNames.tsx'
import { Shows } from '../ui/Shows.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { StaleBadge } from '../ui/StaleBadge.tsx'
import { Tooltip } from '../ui/Tooltip.tsx'
import { LockState } from './LockState.tsx'

interface ItemProps {
  readonly icon: ReactNode
  readonly name: string
  /** Undefined while loading, null if it cannot be known. */
  readonly value: ReactNode
  /** Not set if the value has its own hover card. */
  readonly explanation?: string
  readonly className?: string
}

function Item({ icon, name, value, explanation, className }: ItemProps) {
  const item = (
    <span
      className={cn('flex h-full shrink-0 items-center gap-1.5 px-2.5 [&>svg]:size-3.5 [&>svg]:text-faint', className)}
    >
      {icon}
      <span className="sr-only">{name}: </span>
      {value === undefined ? <Skeleton className="h-3 w-10" /> : (value ?? '—')}
    </span>
  )
  return explanation === undefined ? item : <Tooltip content={explanation}>{item}</Tooltip>
}

/** Always visible: the chain's state, height, peers and running tasks, with more details in developer mode. */
export function StatusBar({ chain }: { readonly chain: ListedChain }) {
  const connection = useConnection()
  const alive = chain.state === 'running' || chain.state === 'starting'
  // Without a connection the chain's state is unknown.
  return alive || connection.state !== 'live' ? <RunningBar /> : <RestBar chain={chain} />
}

/** Status bar of a chain whose node is not running, with the reason. */
function RestBar({ chain }: { readonly chain: ListedChain }) {
  const problem = useWalletProblem(chain)
  return (
    <footer className="col-span-2 flex h-7 min-w-0 items-center gap-3 overflow-hidden border-t bg-surface px-3 text-12 text-muted">
      <ChainMark state={chain.state} />
      <span className="min-w-0 truncate">
        {problem ? formatWalletProblem(problem).heading : optionNames(startText(chain.detail))}
      </span>
    </footer>
  )
}

/** Block height, linked to the block at the tip. */
function Height({ blocks }: { readonly blocks: number }) {
  return (
    <BlockLink
      height={blocks}
      label={t('frame:status.heightHint')}
      className="text-muted focus-visible:-outline-offset-2"
    />
  )
}

function NewestBlock() {
  const info = useRpc('getinfo', {})
  const blank = isFirstOfAll(info.data?.blocks)
  return (
    <Item
      icon={<Clock aria-hidden />}
      name={t('frame:status.newest')}
      explanation={blank ? t('frame:status.firstBlock') : t('frame:status.age')}
      value={
        blank ? t('frame:status.noBlock') : info.data ? <Age time={info.data.tiptime} /> : info.error ? null : undefined
      }
    />
  )
}

function RunningBar() {
  const connection = useConnection()
  const info = useRpc('getinfo', {})
  const state = useChainState()
  const developer = useDisplayStyle((shown) => shown.developer)
  const stale = connection.state !== 'live' || info.isError
  return (
    <footer className="group/bar col-span-2 flex h-7 min-w-0 items-center divide-x overflow-hidden border-t bg-surface text-12 text-muted">
      <Tooltip content={state.explanation}>
        <span className="flex h-full shrink-0 items-center px-3">
          <StateMark state={state} />
        </span>
      </Tooltip>
      <Item
        icon={<Blocks aria-hidden />}
        name={t('frame:status.height')}
        value={
          info.data ? (
            <Shows figure="height">
              <Height blocks={info.data.blocks} />
            </Shows>
          ) : info.error ? null : undefined
        }
      />
      {developer ? <NewestBlock /> : null}
      <Item
        icon={<Users aria-hidden />}
        name={t('frame:status.peers')}
        explanation={t('frame:status.peersHint')}
        value={
          info.data ? (
            <Shows figure="peers">{t('frame:status.peer', { count: info.data.connections })}</Shows>
          ) : info.error ? null : undefined
        }
      />
      {developer ? <Details stale={stale} /> : null}
      <span className="flex-1" />
      {stale ? (
        <span className="flex shrink-0 items-center border-l-0 px-2">
          <StaleBadge updatedAt={info.dataUpdatedAt} stale />
        </span>
      ) : null}
      <LockState />
      <TaskTray />
    </footer>
  )
}

/** Details for developers: the mempool and the address of the RPC server. */
function Details({ stale }: { readonly stale: boolean }) {
  const status = useRpc('getnodestatus', {})
  const mempool = useRpc('getmempoolinfo', {})
  return (
    <>
      <Item
        icon={<Layers aria-hidden />}
        name={t('frame:status.mempool')}
        explanation={t('frame:status.mempoolHint')}
        value={
          mempool.data
            ? `${t('frame:status.waiting', { count: mempool.data.size })}${mempool.data.size > 0 ? ` · ${formatBytes(mempool.data.bytes)}` : ''}`
            : mempool.error
              ? null
              : undefined
        }
      />
      {status.data?.rpcAddress ? (
        <span
          className={cn(
            'flex h-full shrink-0 items-center gap-1.5 pr-1 pl-2.5',
            stale ? 'max-[1099px]:hidden' : 'max-[859px]:hidden max-[1099px]:group-has-[[data-lock]]/bar:hidden',
          )}
        >
          <Server aria-hidden className="size-3.5 text-faint" />
          <span className="sr-only">{t('frame:status.rpc')} </span>
          <span className="font-mono">{status.data.rpcAddress}</span>
          <CopyButton text={status.data.rpcAddress} label={t('frame:status.copyRpc')} />
        </span>
      ) : null}
    </>
  )
}
