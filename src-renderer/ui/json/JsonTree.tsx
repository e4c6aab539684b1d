import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { JsonValue } from '#shared/json.ts'
import { cn } from '../cn.ts'
import { groupDigits } from '../format.ts'
import { visibleString } from '../visibleText.ts'
import { childCount, describeLeaf, type JsonRow, visibleRows } from './rows.ts'

const ROW = 22
/** Lines per Page Up or Page Down. */
const PAGE = 12
/** Maximum number of displayed characters of a string; the raw view and the copy button have the complete string. */
const MAX_STRING = 400

export interface JsonTreeProps {
  readonly root: JsonValue
  readonly label: string
  /** Number of levels that are initially open. */
  readonly openDepth?: number | undefined
  /** Maximum height in px; if not set, the tree fills its container. */
  readonly maxHeight?: number | undefined
  readonly className?: string | undefined
  /** Renders a plain value as something other than text, such as a link; returns undefined for plain text. */
  renderLeaf?(row: JsonRow, text: string): ReactNode
  /**
   * Called for Enter on a plain value.
   * @returns true if the value could be followed
   */
  onFollow?(row: JsonRow): boolean
}

/** Tree of a JSON result. Only visible lines are in the DOM, so a hundred thousand entries scroll like ten. */
export function JsonTree(props: JsonTreeProps) {
  const { root, label, openDepth = 2, maxHeight, className, renderLeaf, onFollow } = props
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const [active, setActive] = useState(0)
  const rows = useMemo(() => visibleRows(root, toggled, openDepth), [root, toggled, openDepth])
  const scroller = useRef<HTMLDivElement>(null)
  const id = useId()
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 12,
  })
  const current = Math.min(active, rows.length - 1)

  useEffect(() => {
    virtual.scrollToIndex(current, { align: 'auto' })
  }, [current, virtual])

  const toggle = (row: JsonRow) => {
    if (row.expanded === undefined) return
    const next = new Set(toggled)
    if (!next.delete(row.path)) next.add(row.path)
    setToggled(next)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[current]
    if (!row) return
    if (event.key === 'Enter' && row.expanded === undefined && onFollow?.(row)) return event.preventDefault()
    const step = treeStep(event.key, rows, current)
    if (step === undefined) return
    if (step === 'toggle') toggle(row)
    else setActive(Math.max(0, Math.min(rows.length - 1, step)))
    event.preventDefault()
  }

  return (
    <div
      ref={scroller}
      role="tree"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={`${id}-${current}`}
      onKeyDown={onKeyDown}
      className={cn('group/tree overflow-auto rounded-md font-mono text-12 focus-visible:-outline-offset-1', className)}
      style={maxHeight ? { maxHeight } : undefined}
    >
      <div role="presentation" className="relative min-w-full" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index]
          if (!row) return null
          return (
            <TreeRow
              key={row.path}
              id={`${id}-${item.index}`}
              row={row}
              top={item.start}
              active={item.index === current}
              renderLeaf={renderLeaf}
              onPress={() => {
                setActive(item.index)
                toggle(row)
              }}
            />
          )
        })}
      </div>
    </div>
  )
}

/**
 * Returns the index of the line that a key moves to, by the usual keys of a tree. Returns `toggle` if the key opens or
 * closes the line, and undefined for other keys.
 */
function treeStep(key: string, rows: readonly JsonRow[], current: number): number | 'toggle' | undefined {
  const row = rows[current]
  switch (key) {
    case 'ArrowDown':
      return current + 1
    case 'ArrowUp':
      return current - 1
    case 'PageDown':
      return current + PAGE
    case 'PageUp':
      return current - PAGE
    case 'Home':
      return 0
    case 'End':
      return rows.length - 1
    case 'ArrowRight':
      return row?.expanded ? current + 1 : 'toggle'
    case 'ArrowLeft':
      return row?.expanded ? 'toggle' : findParentIndex(rows, current)
    case 'Enter':
    case ' ':
      return 'toggle'
    default:
      return undefined
  }
}

/** Returns the index of the parent line, or of the line itself if it has no parent. */
function findParentIndex(rows: readonly JsonRow[], current: number): number {
  const depth = rows[current]?.depth ?? 0
  const parent = rows.findLastIndex((candidate, index) => index < current && candidate.depth < depth)
  return parent < 0 ? current : parent
}

interface TreeRowProps {
  readonly id: string
  readonly row: JsonRow
  readonly top: number
  readonly active: boolean
  readonly renderLeaf: JsonTreeProps['renderLeaf']
  onPress(): void
}

function TreeRow({ id, row, top, active, renderLeaf, onPress }: TreeRowProps) {
  return (
    <div
      id={id}
      role="treeitem"
      aria-level={row.depth + 1}
      aria-setsize={row.setSize}
      aria-posinset={row.positionInSet}
      aria-expanded={row.expanded}
      aria-selected={active}
      onClick={onPress}
      className={cn(
        'absolute left-0 flex w-max min-w-full items-center gap-1 whitespace-pre pr-4 hover:bg-hover',
        active && 'group-focus-visible/tree:bg-accent-soft',
      )}
      style={{ transform: `translateY(${top}px)`, height: ROW, paddingLeft: 6 + row.depth * 16 }}
    >
      <ChevronRight
        aria-hidden
        className={cn(
          'size-3 shrink-0 text-faint transition-transform duration-(--quick)',
          row.expanded === undefined && 'invisible',
          row.expanded && 'rotate-90',
        )}
      />
      {row.name === undefined ? null : (
        <span className="text-muted">
          {visibleString(row.name, 80)}
          <span className="text-faint">:</span>
        </span>
      )}
      <Value row={row} renderLeaf={renderLeaf} />
    </div>
  )
}

function Value({ row, renderLeaf }: Pick<TreeRowProps, 'row' | 'renderLeaf'>) {
  const leaf = describeLeaf(row.node)
  if (!leaf) {
    const [open, close] = Array.isArray(row.node) ? ['[', ']'] : ['{', '}']
    const count = childCount(row.node)
    if (count === 0) return <span className="text-faint">{`${open}${close}`}</span>
    return <span className="text-faint">{row.expanded ? open : `${open} ${groupDigits(count)} ${close}`}</span>
  }
  const text = leaf.kind === 'string' ? `"${visibleString(leaf.text, MAX_STRING)}"` : leaf.text
  const rendered = renderLeaf?.(row, text)
  if (rendered !== undefined) return rendered
  if (leaf.kind === 'string') return <bdi className="text-ok">{text}</bdi>
  return <span className={leaf.kind === 'number' ? 'text-accent-text' : 'text-warn'}>{text}</span>
}
