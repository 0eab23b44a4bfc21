# Run at the end of an installation: lists the files in CAIRN_DATA_DIR/installed.txt. Files of an
# installation before, at the same place, stay on the list as long as they are there.
set(list "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/${CAIRN_DATA_DIR}/installed.txt")
set(paths)
if(EXISTS "${list}")
  file(STRINGS "${list}" paths)
endif()
foreach(file IN LISTS CMAKE_INSTALL_MANIFEST_FILES)
  file(RELATIVE_PATH path "${CMAKE_INSTALL_PREFIX}" "${file}")
  list(APPEND paths "${path}")
endforeach()
list(REMOVE_DUPLICATES paths)
list(JOIN paths "\n" text)
file(WRITE "${list}" "${text}\n")
