import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** Title of the browser's tab, or an empty string for the name of the screen. */
export const pageTitle = signal('');

/** Sets the title of the browser's tab while the calling component is mounted. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    pageTitle.value = title;
    return () => (pageTitle.value = '');
  }, [title]);
}
