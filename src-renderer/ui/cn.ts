import { type ClassValue, clsx } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

// Our sizes are numbers (`text-13`); without this list the merger would take them for colours.
const merge = extendTailwindMerge({
  extend: { classGroups: { 'font-size': [{ text: ['12', '13', '14', '16', '20', '28'] }] } },
})

/** Joins class names; of two that set the same property the later one wins. */
export function cn(...values: ClassValue[]): string {
  return merge(clsx(values))
}
