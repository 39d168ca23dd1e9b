// A form that asks for a time zone proposes the one that this browser is in, as long as nobody has chosen another.

const here = Intl.DateTimeFormat().resolvedOptions().timeZone;

for (const field of document.querySelectorAll('select[name="timezone"], input[name="timezone"]')) {
  const untouched = field.value === "" || field.value === "UTC";
  const known = field.matches("input") || [...field.options].some((option) => option.value === here);
  if (untouched && known) field.value = here;
}
