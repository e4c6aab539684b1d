import { useState } from 'react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { isFirstOfAll } from '../../node/chainState.ts'
import { Age } from '../../ui/Age.tsx'
import { cn } from '../../ui/cn.ts'
import { formatBytes, groupDigits, plural } from '../../ui/format.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'

type Block = MethodResult<'getrecentblocks'>[number]

const TILE = 116
const GAP = 18
const PITCH = TILE + GAP
const LEFT = 16

export interface BlockStripProps {
  /** newest first; undefined while loading */
  readonly blocks: readonly Block[] | undefined
  /** transactions that wait for the next block */
  readonly waiting: number | undefined
  /** how the next block is made, in a few words */
  readonly how: string
  readonly openHash: string | undefined
  onOpen(hash: string): void
}

/**
 * The mempool on the left, then the blocks, newest first, each linked to the one before. A new block grows out of the
 * mempool and pushes the others along.
 */
export function BlockStrip({ blocks, waiting, how, openHash, onOpen }: BlockStripProps) {
  // No animation for the blocks of the first render.
  const [firstTip, setFirstTip] = useState<number>()
  if (firstTip === undefined && blocks) setFirstTip(blocks[0]?.height ?? 0)
  return (
    <div className="blocks-fade relative h-35 overflow-hidden rounded-b-lg">
      <NextBlock waiting={waiting} how={how} />
      {blocks ? (
        <ol aria-label="Latest blocks, newest first">
          {blocks.map((block, index) => (
            <BlockTile
              key={block.hash}
              block={block}
              place={index + 1}
              arrived={firstTip !== undefined && block.height > firstTip}
              newest={index === 0}
              open={block.hash === openHash}
              onOpen={() => onOpen(block.hash)}
            />
          ))}
        </ol>
      ) : (
        <SkeletonTiles />
      )}
    </div>
  )
}

function NextBlock({ waiting, how }: { readonly waiting: number | undefined; readonly how: string }) {
  const busy = (waiting ?? 0) > 0
  return (
    <div
      className={cn(
        'absolute top-1 flex h-29 flex-col justify-between rounded-md border border-dashed p-2.5 text-12 transition-colors duration-(--calm)',
        busy ? 'border-accent bg-accent-soft' : 'border-line-strong',
      )}
      style={{ left: LEFT, width: TILE }}
    >
      <span className="font-medium">Next block</span>
      <span className={busy ? 'text-accent-text' : 'text-muted'}>
        {waiting === undefined ? (
          <Skeleton className="h-3 w-16" />
        ) : busy ? (
          `${groupDigits(waiting)} waiting`
        ) : (
          'Mempool is empty'
        )}
        <span className="block text-muted">{how}</span>
      </span>
    </div>
  )
}

interface BlockTileProps {
  readonly block: Block
  readonly place: number
  readonly arrived: boolean
  readonly newest: boolean
  readonly open: boolean
  onOpen(): void
}

/** Transactions beyond the coinbase, on a scale where the step from 1 to 2 shows and 2,000 still fits. */
function fullness(block: Block): number {
  return Math.min(1, Math.log2(1 + Math.max(0, block.txcount - 1)) / 11)
}

function BlockTile({ block, place, arrived, newest, open, onOpen }: BlockTileProps) {
  return (
    <li
      className={cn(
        'absolute top-1 transition-[translate] duration-(--slide) ease-(--ease)',
        arrived && 'animate-[arrive_var(--slide)_var(--ease)]',
      )}
      style={{ left: LEFT, width: TILE, translate: `${place * PITCH}px 0` }}
    >
      <span aria-hidden className="-left-3.5 -mt-px absolute top-1/2 h-0.5 w-2.5 rounded-full bg-line-strong" />
      <button
        type="button"
        aria-pressed={open}
        onClick={onOpen}
        className={cn(
          'relative flex h-29 w-full flex-col justify-between overflow-hidden rounded-md border bg-raised p-2.5 text-left text-12 transition-colors duration-(--quick) hover:border-line-strong',
          newest && 'border-line-strong',
          open && 'border-accent ring-1 ring-accent',
          arrived && newest && 'animate-[glow_var(--breath)_var(--ease)]',
        )}
      >
        {block.txcount > 1 ? (
          <span
            aria-hidden
            className="absolute inset-x-0 bottom-0 bg-accent-soft"
            style={{ height: `${Math.round(fullness(block) * 100)}%` }}
          />
        ) : null}
        <span className="relative">
          <span className="block font-semibold text-16">
            <span className="sr-only">Block </span>
            {groupDigits(block.height)}
          </span>
          {isFirstOfAll(block.height) ? (
            <span className="text-muted">part of the rules</span>
          ) : (
            <Age time={block.time} className="text-muted" />
          )}
        </span>
        <span className="relative text-muted">
          <span className="block text-text">{plural(block.txcount, 'tx', 'txs')}</span>
          {formatBytes(block.size)}
        </span>
      </button>
    </li>
  )
}

function SkeletonTiles() {
  return (
    <div role="status" aria-label="Loading the latest blocks">
      {[1, 2, 3, 4, 5, 6, 7, 8, 9].map((place) => (
        <span key={place} aria-hidden className="absolute top-1" style={{ left: LEFT + place * PITCH, width: TILE }}>
          <Skeleton className="h-29 rounded-md" />
        </span>
      ))}
    </div>
  )
}
