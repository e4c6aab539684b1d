import { type ReactNode, useEffect } from 'react'
import { cn } from '../ui/cn.ts'
import { PersonBadge } from './people/PersonMark.tsx'

export interface PageLayoutProps {
  readonly title: string
  /** Picture of the page's subject, before the title. */
  readonly mark?: ReactNode
  /** Badges directly after the title. */
  readonly beside?: ReactNode
  readonly actions?: ReactNode
  /** `PlaceTabs` of a section with several pages. */
  readonly tabs?: ReactNode
  /** The page fills the window and its parts scroll, instead of the page itself. */
  readonly fill?: boolean | undefined
  /** Fills the window too, but has more parts than fit into a small window, in which case the page scrolls as well. */
  readonly tall?: boolean | undefined
  /** Limits the width to a readable length of text and form lines. Other pages use the full width of a large window. */
  readonly narrow?: boolean | undefined
  /** A single form, centered. */
  readonly form?: boolean | undefined
  readonly children: ReactNode
}

const NARROW = 'mx-auto w-full max-w-320'
const WIDE = `${NARROW} min-[1720px]:max-w-400`

const FORM = 'mx-auto w-full max-w-186'

/** Layout of a page: title and actions, then its content. */
export function PageLayout({
  title,
  mark,
  beside,
  actions,
  tabs,
  fill,
  tall,
  narrow,
  form,
  children,
}: PageLayoutProps) {
  useEffect(() => {
    document.title = `${title} · Chainwright`
  }, [title])
  const body = (
    <>
      <header className="group/source flex min-h-8 shrink-0 items-center gap-3 max-[719px]:flex-wrap">
        {mark}
        <h1 title={title} className="min-w-0 truncate font-semibold text-20">
          {title}
        </h1>
        <PersonBadge />
        {beside}
        <div className="ml-auto flex shrink-0 items-center gap-2 max-[719px]:shrink max-[719px]:flex-wrap">
          {actions}
        </div>
      </header>
      {tabs}
      {children}
    </>
  )
  if (tall) {
    return (
      <div className="h-full overflow-y-auto">
        <div className={cn(WIDE, 'flex h-full min-h-190 flex-col gap-4 p-5 max-[719px]:p-3')}>{body}</div>
      </div>
    )
  }
  return fill ? (
    // A zoomed window may be too low for the page's parts, in which case the page scrolls.
    <div className="h-full overflow-y-auto">
      <div className={cn(WIDE, 'flex h-full min-h-130 flex-col gap-4 p-5 max-[719px]:p-3')}>{body}</div>
    </div>
  ) : (
    <div className="h-full overflow-y-auto">
      <div className={cn(form ? FORM : narrow ? NARROW : WIDE, 'flex flex-col gap-4 p-5 max-[719px]:p-3')}>{body}</div>
    </div>
  )
}
