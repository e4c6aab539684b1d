import { useRouter } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { t } from '../../i18n/texts.ts'
import { isFirstOfAll } from '../../node/chainState.ts'
import { useRpc } from '../../node/queries.ts'
import { Age } from '../../ui/Age.tsx'
import { cn } from '../../ui/cn.ts'
import { formatBytes, groupDigits } from '../../ui/format.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useElementSize } from '../../ui/useElementSize.ts'
import { feeLevel, fullness, MAX_LOW_SQUARES, MAX_SQUARES, MOSAIC } from './layout.ts'
import { Mosaic, type Square } from './Mosaic.tsx'
import { RiverTile, TILE } from './RiverTile.tsx'
import { useSquareKeys } from './useSquareKeys.ts'

type Block = MethodResult<'getrecentblocks'>[number]

const LEFT = 16
const PITCH = TILE.width + TILE.gap
/**
 * Transactions of a block are fetched only after it has been shown for this long: while a node syncs, hundreds of
 * blocks pass per second.
 */
const SETTLE_MS = 250
/** Block size limit in bytes, for the fill level of blocks. */
const MAX_BLOCK_BYTES = 4_194_304
const MAX_TILES = 20

export interface BlockRiverProps {
  /** Short text on how the next block is made; empty if unknown. */
  readonly nextBlockNote: string
  /** Newest first; undefined while loading. */
  readonly blocks: readonly Block[] | undefined
  readonly openHash?: string | undefined
  /** True for tiles of reduced height. */
  readonly low?: boolean | undefined
  onOpen(hash: string): void
}

/**
 * Shows the next block, filled from the mempool, then the latest blocks with their transactions, newest first. A new
 * block is animated out of the mempool tile and shifts the others.
 */
export function BlockRiver({ nextBlockNote, blocks, openHash, low, onOpen }: BlockRiverProps) {
  const frame = useRef<HTMLDivElement>(null)
  const { width } = useElementSize(frame)
  const shown = Math.min(MAX_TILES, Math.ceil(Math.max(0, width - LEFT - PITCH) / PITCH))
  // Blocks of the first render are not animated.
  const [firstTip, setFirstTip] = useState<number>()
  if (firstTip === undefined && blocks) setFirstTip(blocks[0]?.height ?? 0)
  return (
    <div
      ref={frame}
      data-fades
      className="relative overflow-hidden"
      style={{ height: (low ? TILE.low : TILE.height) + 16 }}
    >
      <NextBlock nextBlockNote={nextBlockNote} low={low} />
      {blocks ? (
        <ol aria-label={t('parts:river.latest')}>
          {blocks.slice(0, shown).map((block, index) => (
            <BlockTile
              key={block.hash}
              block={block}
              slot={index + 1}
              arrived={firstTip !== undefined && block.height > firstTip}
              newest={index === 0}
              low={low}
              open={block.hash === openHash}
              onOpen={() => onOpen(block.hash)}
            />
          ))}
        </ol>
      ) : (
        <SkeletonTiles count={shown} low={low} />
      )}
      {/* Use a gradient overlay, not a mask: a mask would repaint the whole row in every animation frame. */}
      <span
        aria-hidden
        className="pointer-events-none absolute inset-y-0 right-0 z-3 w-22 bg-linear-to-r from-transparent to-surface"
      />
    </div>
  )
}

/** Mempool transactions, as they would fill the next block. */
function NextBlock({ nextBlockNote, low }: Pick<BlockRiverProps, 'nextBlockNote' | 'low'>) {
  const router = useRouter()
  const { max, height } = mosaicSize(low)
  const { data } = useRpc('getmempoolsummary', { count: max })
  const waiting = data?.size ?? 0
  const busy = waiting > 0
  // The oldest transactions are at the bottom, so that new ones drop on top.
  const squares: readonly Square[] = useMemo(() => data?.transactions.toReversed() ?? [], [data])
  const { marked, words, keys } = useSquareKeys(squares, height)
  return (
    <div className="absolute top-1" style={{ left: LEFT }}>
      {busy ? (
        <button
          {...keys}
          type="button"
          className="absolute inset-0 rounded-md"
          onClick={() => void router.navigate({ to: '/explorer' })}
        >
          <span className="sr-only">{t('parts:river.nextBy', { count: waiting })}</span>
        </button>
      ) : null}
      <span role="status" className="sr-only">
        {words}
      </span>
      <RiverTile
        className={cn(
          'border-dashed transition-colors duration-(--calm)',
          busy ? 'border-accent' : 'border-line-strong',
        )}
        head={t('parts:river.next')}
        note={low ? null : nextBlockNote}
        mosaic={
          busy ? (
            <Mosaic squares={squares} marked={marked} height={height} lively />
          ) : low ? (
            <span className="text-muted">{nextBlockNote}</span>
          ) : null
        }
        foot={
          data === undefined ? (
            <Skeleton className="h-3 w-16" />
          ) : busy ? (
            <span className="text-accent-text">
              {t('parts:river.waiting', { transactions: groupDigits(waiting), size: formatBytes(data.bytes) })}
            </span>
          ) : (
            t('parts:river.empty')
          )
        }
        low={low}
        full={data ? fullness(data.bytes, MAX_BLOCK_BYTES) : 0}
        fees={data && busy ? feeLevel(data.fees, data.bytes) : undefined}
      />
    </div>
  )
}

interface BlockTileProps {
  readonly block: Block
  readonly slot: number
  readonly arrived: boolean
  readonly newest: boolean
  readonly open: boolean
  readonly low: boolean | undefined
  onOpen(): void
}

/** Returns the maximum number of squares and the height of their area in px. */
const mosaicSize = (low = false) =>
  low ? { max: MAX_LOW_SQUARES, height: MOSAIC.low } : { max: MAX_SQUARES, height: MOSAIC.height }

function useSettled(): boolean {
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [])
  return settled
}

function BlockTile({ block, slot, arrived, newest, open, low, onOpen }: BlockTileProps) {
  const { max, height } = mosaicSize(low)
  const settled = useSettled()
  const { data } = useRpc(
    'listblocktransactions',
    { hash: block.hash, from: 0, count: max },
    { immutable: true, enabled: settled },
  )
  const rows = data?.transactions
  const fees = rows?.reduce((sum, { fee }) => sum + (fee ?? 0n), 0n)
  const bytes = rows?.reduce((sum, { kind, size }) => (kind === 'coinbase' ? sum : sum + size), 0)
  const transactions = t('parts:river.txs', { count: block.txcount })
  const words = { height: groupDigits(block.height), transactions, size: formatBytes(block.size) }
  const unseen = block.txcount - (rows?.length ?? block.txcount)
  const { marked, words: markedWords, keys } = useSquareKeys(rows, height)
  return (
    <li
      className={cn(
        'absolute top-1 transition-[translate] duration-(--slide) ease-(--ease)',
        arrived && 'animate-[arrive_var(--slide)_var(--ease)]',
      )}
      style={{ left: LEFT, translate: `${slot * PITCH}px 0` }}
    >
      <span aria-hidden className="-left-3 -mt-px absolute top-1/2 h-0.5 w-2 rounded-full bg-line-strong" />
      {/* Rendered below the squares, which handle clicks of their own. */}
      <button
        {...keys}
        type="button"
        aria-pressed={open}
        onClick={onOpen}
        className={cn(
          'absolute inset-0 z-1 rounded-md transition-colors duration-(--quick) hover:inset-ring-2 hover:inset-ring-line-strong',
          newest && 'inset-ring inset-ring-line-strong',
          open && 'inset-ring-2 inset-ring-accent',
        )}
      >
        {arrived && newest ? (
          <span
            aria-hidden
            className="absolute inset-0 animate-[glow_var(--breath)_var(--ease)_both] rounded-md shadow-[0_0_0_3px_var(--accent-soft)] inset-ring inset-ring-accent"
          />
        ) : null}
        <span className="sr-only">
          {isFirstOfAll(block.height) ? t('parts:river.genesisBlock', words) : t('parts:river.block', words)}
        </span>
      </button>
      <span role="status" className="sr-only">
        {markedWords}
      </span>
      <RiverTile
        head={groupDigits(block.height)}
        note={isFirstOfAll(block.height) ? t('parts:river.genesis') : <Age time={block.time} />}
        mosaic={
          <span className="pointer-events-none relative z-2 block">
            {rows ? <Mosaic squares={rows} marked={marked} height={height} /> : null}
          </span>
        }
        foot={
          <>
            {transactions} · {words.size}
            {unseen > 0 ? <span className="text-faint"> (+{groupDigits(unseen)})</span> : null}
          </>
        }
        low={low}
        full={fullness(block.size, MAX_BLOCK_BYTES)}
        fees={fees === undefined || bytes === undefined ? undefined : feeLevel(fees, bytes)}
      />
    </li>
  )
}

function SkeletonTiles({ count, low }: { readonly count: number; readonly low: boolean | undefined }) {
  return (
    <div role="status" aria-label={t('parts:river.loading')}>
      {Array.from({ length: count }, (_, slot) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the slots never change
          key={slot}
          aria-hidden
          className="absolute top-1"
          style={{ left: LEFT + (slot + 1) * PITCH, width: TILE.width, height: low ? TILE.low : TILE.height }}
        >
          <Skeleton className="size-full rounded-md" />
        </span>
      ))}
    </div>
  )
}
