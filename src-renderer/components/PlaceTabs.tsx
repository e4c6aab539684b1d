import { Link, useLocation } from '@tanstack/react-router'
import { cn } from '../ui/cn.ts'
import { openTab, pageLabel, places } from './places.ts'

/** Tabs for the pages of one section, below its title. Each tab is a link, because each page has its own address. */
export function PlaceTabs({ of }: { readonly of: 'tokens' | 'addresses' | 'network' }) {
  const { pathname, search } = useLocation()
  const place = places.find(({ name }) => name === of)
  if (place?.tabs === undefined) return null
  const open = openTab(place.tabs, pathname, search)
  return (
    <nav aria-label={pageLabel(place)} className="-mt-2 flex shrink-0 gap-1 border-b max-[719px]:flex-wrap">
      {place.tabs.map((tab) => (
        <Link
          key={tab.name}
          to={tab.path}
          search={tab.search as never}
          aria-current={tab === open ? 'page' : undefined}
          className={cn(
            '-mb-px flex h-8 items-center rounded-t-sm border-b-2 px-2.5 font-medium text-13 no-underline transition-colors duration-(--quick) hover:text-text focus-visible:-outline-offset-2',
            tab === open ? 'border-accent text-text' : 'border-transparent text-muted',
          )}
        >
          {pageLabel(tab)}
        </Link>
      ))}
    </nav>
  )
}
