import { useRouter } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { t } from '../../i18n/texts.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { cn } from '../../ui/cn.ts'
import { middleTruncated, Named } from '../../ui/Hash.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { useKnownName } from '../people/names.ts'
import { HoverCard } from './HoverCard.tsx'
import { targetPath } from './paths.ts'
import type { ChainTarget } from './target.ts'

export interface ChainLinkProps {
  readonly to: ChainTarget
  /** Shown instead of the shortened id, such as a height or a token's name. */
  readonly children?: ReactNode
  /** Label for screen readers if the kind is not specific enough, such as "previous block". */
  readonly label?: string | undefined
  readonly head?: number | undefined
  readonly tail?: number | undefined
  /** In table rows: removes the link from the tab order, because Enter on the row opens it. */
  readonly inRow?: boolean | undefined
  /** Adds a button that copies the id. */
  readonly copy?: boolean | undefined
  /** Shows an address in characters even if its owner is known, because a neighbouring column names the owner. */
  readonly unnamed?: boolean | undefined
  /** Replaces the name by which the app knows the address. */
  readonly name?: string | undefined
  readonly className?: string | undefined
}

/** Link to the page of a hash, height, address or token, with a hover card on hover and focus. */
export function ChainLink(props: ChainLinkProps) {
  const { to, children, label = t(`parts:link.${to.kind}`), inRow, copy, className } = props
  const written = typeof children === 'string'
  const isWhole = to.kind !== 'block' && children === to.id
  // `Trans` passes null as the children of an empty tag.
  const bare = children === undefined || children === null
  const rest = useRest(inRow === true)
  const anchor = (
    <TargetAnchor
      target={to}
      {...(inRow ? { tabIndex: -1, onPointerEnter: rest.begin, onPointerLeave: rest.end } : {})}
      // Use aria-label, because hidden text would be copied together with the visible text.
      {...(written ? { 'aria-label': `${isWhole ? '' : `${children}, `}${label} ${to.id}` } : {})}
      className={cn(
        'relative inline-block max-w-full truncate rounded-sm align-bottom max-[719px]:whitespace-normal max-[719px]:break-all text-accent-text decoration-line-strong decoration-dotted underline-offset-4 hover:underline',
        bare && 'font-mono text-12',
        className,
      )}
    >
      {bare ? <BareId {...props} label={label} /> : children}
      {bare || written ? null : <span className="sr-only">{`, ${label} ${to.id}`}</span>}
    </TargetAnchor>
  )
  // Rows mount and unmount on scrolling, so a link in a row gets its hover card only when the pointer first rests on
  // it. It then keeps the card: a press closes the card, and the link element must not be replaced before the button is
  // released.
  const link =
    !inRow || rest.armed ? (
      <Tooltip
        {...(inRow ? { open: rest.long, onClose: rest.end } : {})}
        content={<HoverCard target={to} />}
        className="w-80 max-w-[calc(100vw-16px)] p-0"
      >
        {anchor}
      </Tooltip>
    ) : (
      anchor
    )
  if (!copy) return link
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-0.5 align-middle">
      {link}
      <CopyButton text={to.id} label={t('parts:link.copy', { label, id: to.id })} />
    </span>
  )
}

type BareIdProps = Pick<ChainLinkProps, 'to' | 'head' | 'tail' | 'unnamed' | 'name'> & { readonly label: string }

/** Shows the shortened id, or the owner's name for an address whose owner is known. */
function BareId(props: BareIdProps) {
  return props.to.kind === 'address' && !props.unnamed ? <AddressText {...props} /> : <IdText {...props} />
}

function AddressText(props: BareIdProps) {
  const known = useKnownName(props.to.id)?.name
  return <IdText {...props} name={props.name ?? known} />
}

function IdText({ to, head = 8, tail = 8, label, name }: BareIdProps) {
  const id = to.id.length <= 9 ? to.id : middleTruncated(to.id, head, tail)
  return (
    <>
      <span aria-hidden>{name === undefined ? id : <Named name={name} value={to.id} />}</span>
      <span className="sr-only">{`${name === undefined ? '' : `${name}, `}${label} ${to.id}`}</span>
    </>
  )
}

/** Delay of all tooltips, in ms. */
const REST_MS = 400

/** Detects when the pointer has rested on an element long enough to show its hover card. */
function useRest(wanted: boolean) {
  const [armed, setArmed] = useState(false)
  const [long, setLong] = useState(false)
  const timer = useRef<number>(undefined)
  const end = () => {
    window.clearTimeout(timer.current)
    setLong(false)
  }
  useEffect(() => (wanted ? () => window.clearTimeout(timer.current) : undefined), [wanted])
  const begin = () => {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => {
      setArmed(true)
      setLong(true)
    }, REST_MS)
  }
  return { armed, long, begin, end }
}

type TargetAnchorProps = Omit<ComponentProps<'a'>, 'href' | 'target'> & { readonly target: ChainTarget }

/**
 * Plain link to a target's page, cheaper than the router's own component. A click in a row opens the link, not the row.
 */
function TargetAnchor({ target, onClick, ...rest }: TargetAnchorProps) {
  const { history } = useRouter()
  const path = targetPath(target)
  return (
    <a
      {...rest}
      href={history.createHref(path)}
      onClick={(event) => {
        event.stopPropagation()
        onClick?.(event)
        const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0
        if (event.defaultPrevented || elsewhere) return
        event.preventDefault()
        history.push(path)
      }}
    />
  )
}
